/** Tests of what measures. */
package io.twophase.bench;
