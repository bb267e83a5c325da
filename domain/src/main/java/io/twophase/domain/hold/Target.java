package io.twophase.domain.hold;

import io.twophase.domain.AccountId;
import io.twophase.domain.document.DocumentRef;
import java.util.function.Function;

/**
 * An account or any other document, of which records hold something. An account that is checked is
 * named as the document that it is.
 */
public sealed interface Target {

  /** Answers what the function for this kind of target says. */
  default <T> T fold(
      Function<? super AccountId, ? extends T> account,
      Function<? super DocumentRef, ? extends T> document) {
    if (this instanceof OfAccount one) {
      return account.apply(one.id());
    }
    return document.apply(((OfDocument) this).ref());
  }

  /** An account. */
  record OfAccount(AccountId id) implements Target {
    @Override
    public String toString() {
      return "account " + id;
    }
  }

  /** A document. */
  record OfDocument(DocumentRef ref) implements Target {
    @Override
    public String toString() {
      return "document " + ref;
    }
  }
}
