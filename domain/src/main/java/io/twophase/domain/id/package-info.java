/** Identifiers: what names an account, a transaction, an application, and who owns an epoch. */
@NullMarked
package io.twophase.domain.id;

import org.jspecify.annotations.NullMarked;
