@NullMarked
package io.twophase.micrometer;

import org.jspecify.annotations.NullMarked;
