/**
 * Batches that are one transaction: the loop that runs their step machine over the ports, and what
 * becomes of transfers that batches have.
 */
@NullMarked
package io.twophase.app.batch;

import org.jspecify.annotations.NullMarked;
