/** Set-up of a store as it is opened: its home, indexes, expiry and validators. */
@NullMarked
package io.twophase.adapter.mongo.setup;

import org.jspecify.annotations.NullMarked;
