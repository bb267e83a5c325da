/** Transactions, accounts, documents and statements as answers have them: JSON values. */
@NullMarked
package io.twophase.console.view;

import org.jspecify.annotations.NullMarked;
