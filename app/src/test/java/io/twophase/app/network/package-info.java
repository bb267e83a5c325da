/** The adapter over a network that delays, loses, cuts and repeats. */
@NullMarked
package io.twophase.app.network;

import org.jspecify.annotations.NullMarked;
