/** An account and its rules: pure functions that answer with the changed account or a refusal. */
@NullMarked
package io.twophase.domain.account;

import org.jspecify.annotations.NullMarked;
