/** Tests of what measures. */
package io.twophase.app.bench;
