/** Authorizations: held first, captured or voided later. */
@NullMarked
package io.twophase.app.authorization;

import org.jspecify.annotations.NullMarked;
