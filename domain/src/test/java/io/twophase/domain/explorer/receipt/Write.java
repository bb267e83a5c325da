package io.twophase.domain.explorer.receipt;

import io.twophase.domain.id.Token;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.protocol.Step;

/** A step of somebody's that may arrive after nobody waits for it any more. */
record Write(TransactionId id, Step step, Token token) {}
