package io.twophase.domain.hold;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.AccountId;
import java.util.function.Function;

/** What a claim is on: an account, or any other document. */
public sealed interface Target {
  <T> T fold(
      Function<? super AccountId, ? extends T> account,
      Function<? super DocumentRef, ? extends T> document);

  record OfAccount(AccountId id) implements Target {
    @Override
    public <T> T fold(
        Function<? super AccountId, ? extends T> account,
        Function<? super DocumentRef, ? extends T> document) {
      return account.apply(id);
    }
  }

  record OfDocument(DocumentRef ref) implements Target {
    @Override
    public <T> T fold(
        Function<? super AccountId, ? extends T> account,
        Function<? super DocumentRef, ? extends T> document) {
      return document.apply(ref);
    }
  }
}
