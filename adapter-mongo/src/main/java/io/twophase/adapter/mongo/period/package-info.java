/** Accounting periods, beside what transactions do with their documents. */
@NullMarked
package io.twophase.adapter.mongo.period;

import org.jspecify.annotations.NullMarked;
