/** What operators have done by hand, and what became of it. */
@NullMarked
package io.twophase.domain.action;

import org.jspecify.annotations.NullMarked;
