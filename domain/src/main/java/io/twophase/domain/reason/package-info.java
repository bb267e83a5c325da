/** What every refusal answers: its kind and its message. */
@NullMarked
package io.twophase.domain.reason;

import org.jspecify.annotations.NullMarked;
