/**
 * Random sequences of port calls, made on the store in memory and on another side by side: the same
 * answers, and the same state after each.
 */
@NullMarked
package io.twophase.app.equality;

import org.jspecify.annotations.NullMarked;
