/** Explores every order in which an account is checked, frozen, closed, debited and credited. */
@NullMarked
package io.twophase.domain.explorer.check;

import org.jspecify.annotations.NullMarked;
