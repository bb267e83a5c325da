@org.jspecify.annotations.NullMarked
package io.twophase.sample;
