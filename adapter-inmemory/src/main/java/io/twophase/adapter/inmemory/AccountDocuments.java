package io.twophase.adapter.inmemory;

import io.twophase.domain.account.AccountDocument;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.participant.DocumentHoldAnswer;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.NoDocumentHold;
import io.twophase.domain.value.Value;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The accounts of a store, as the documents of a collection. They are the very accounts that {@link
 * InMemoryAccountRepository} has: each is one value, which both change by compare-and-set.
 */
final class AccountDocuments {

  private final CollectionName collection;
  private final ConcurrentMap<AccountId, Stored<AccountDocument>> accounts;
  private final HoldLimit limit;

  AccountDocuments(
      CollectionName collection,
      ConcurrentMap<AccountId, Stored<AccountDocument>> accounts,
      HoldLimit limit) {
    this.collection = collection;
    this.accounts = accounts;
    this.limit = limit;
  }

  boolean has(DocumentRef document) {
    return document.collection().equals(collection);
  }

  boolean are(CollectionName name) {
    return name.equals(collection);
  }

  DocumentLookup find(DocumentRef document) {
    return stored(document)
        .<DocumentLookup>map(account -> new DocumentLookup.Found(account.value().shown(document)))
        .getOrElse(() -> new DocumentLookup.Absent(document));
  }

  /** Those that a transaction holds as documents. */
  void scanHeld(Consumer<DocumentLookup> consumer) {
    for (Map.Entry<AccountId, Stored<AccountDocument>> account : accounts.entrySet()) {
      AccountDocument now = account.getValue().value();
      if (!now.account().documentHolds().isEmpty()) {
        consumer.accept(
            new DocumentLookup.Found(
                now.shown(collection.document(new Value.Text(account.getKey().value())))));
      }
    }
  }

  Option<DocumentHoldAnswer> hold(DocumentLeg leg) {
    return stored(leg.document())
        .map(account -> account.change(now -> AccountDocument.hold(Option.some(now), leg, limit)))
        .getOrElse(() -> AccountDocument.hold(Option.none(), leg, limit))
        .swap()
        .toOption();
  }

  /** Makes the rule's change, if there is such an account and the rule makes one. */
  boolean isChanged(
      DocumentRef document,
      Function<AccountDocument, Either<NoDocumentHold, AccountDocument>> rule) {
    return stored(document).exists(account -> account.change(rule).isRight());
  }

  private Option<Stored<AccountDocument>> stored(DocumentRef document) {
    return document.id() instanceof Value.Text text
        ? AccountId.parse(text.value()).toOption().flatMap(id -> Option.of(accounts.get(id)))
        : Option.none();
  }
}
