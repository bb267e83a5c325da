/** The step machine that gives decided records their numbers. */
@NullMarked
package io.twophase.domain.numbering;

import org.jspecify.annotations.NullMarked;
