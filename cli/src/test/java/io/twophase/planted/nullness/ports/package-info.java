/** Keeps to the rules. */
@NullMarked
package io.twophase.planted.nullness.ports;

import org.jspecify.annotations.NullMarked;
