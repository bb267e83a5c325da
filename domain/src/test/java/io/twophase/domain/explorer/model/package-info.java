/** What is explored: workers, their messages, the store, and a scenario of faults. */
@NullMarked
package io.twophase.domain.explorer.model;

import org.jspecify.annotations.NullMarked;
