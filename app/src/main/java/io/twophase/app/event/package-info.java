/** Decided transactions as events: their numbering, and those who read them. */
@NullMarked
package io.twophase.app.event;

import org.jspecify.annotations.NullMarked;
