/** Deadlines of callers: who has which, and what keeps the store's calls within them. */
@NullMarked
package io.twophase.app.deadline;

import org.jspecify.annotations.NullMarked;
