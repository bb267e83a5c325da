package io.twophase.domain.participant;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.TransactionId;

/** The document has no hold that a stamp, settle or release asked for; it is unchanged. */
public record NoDocumentHold(DocumentRef document, TransactionId transaction) {}
