/** The two-phase commit protocol as a pure step machine. */
@NullMarked
package io.twophase.domain.protocol;

import org.jspecify.annotations.NullMarked;
