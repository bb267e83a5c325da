/** What every refusal answers: its kind and its message; and what callers leave out. */
@NullMarked
package io.twophase.domain.reason;

import org.jspecify.annotations.NullMarked;
