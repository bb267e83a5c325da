@org.jspecify.annotations.NullMarked
package io.twophase.planted.metrics;
