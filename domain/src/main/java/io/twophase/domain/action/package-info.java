/** The actions of operators by hand, and their outcomes. */
@NullMarked
package io.twophase.domain.action;

import org.jspecify.annotations.NullMarked;
