/** Decided transactions as events, and evidence that decided transactions were not changed. */
@NullMarked
package io.twophase.app.event;

import org.jspecify.annotations.NullMarked;
