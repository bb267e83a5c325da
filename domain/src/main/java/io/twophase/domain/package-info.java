/** Identifiers, amounts of money, and the kind and message that every refusal answers. */
@NullMarked
package io.twophase.domain;

import org.jspecify.annotations.NullMarked;
