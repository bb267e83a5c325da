/** What a host asks of Twophase: transfers, accounts, and questions about both. */
@NullMarked
package io.twophase.app.usecase;

import org.jspecify.annotations.NullMarked;
