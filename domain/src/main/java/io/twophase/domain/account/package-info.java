/** Accounts and accounting periods: how they are opened and changed, and what they refuse. */
@NullMarked
package io.twophase.domain.account;

import org.jspecify.annotations.NullMarked;
