@NullMarked
package io.twophase.spring.metrics;

import org.jspecify.annotations.NullMarked;
