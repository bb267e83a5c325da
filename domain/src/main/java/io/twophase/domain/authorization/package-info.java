/**
 * Authorizations: transactions that are held first, and captured or voided later, by somebody else.
 */
@NullMarked
package io.twophase.domain.authorization;

import org.jspecify.annotations.NullMarked;
