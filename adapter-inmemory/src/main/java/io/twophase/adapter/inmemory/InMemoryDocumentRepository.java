package io.twophase.adapter.inmemory;

import io.twophase.domain.account.AccountDocument;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Names;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.participant.NoDocumentHold;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.participant.ParticipantRules;
import io.twophase.domain.value.Field;
import io.twophase.domain.value.Fields;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.PeriodRepository;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The documents of all collections in a concurrent map. Each change is a compare-and-set on one
 * document, of what {@link ParticipantRules} make of it. Nothing here is ever in doubt, unreachable
 * or unreadable.
 */
public final class InMemoryDocumentRepository implements DocumentRepository {

  /** What a rule makes of the document that is there, or of its absence. */
  private interface Rule<L> extends Function<Option<Participant>, Either<L, Option<Participant>>> {}

  private final HoldLimit limit;
  private final Option<AccountDocuments> accounts;
  private final ConcurrentMap<DocumentRef, Participant> documents = new ConcurrentHashMap<>();
  private final Set<CollectionName> collections = new ConcurrentSkipListSet<>();

  /** No documents yet; each may have at most so many holds at a time. */
  public InMemoryDocumentRepository(HoldLimit limit) {
    this(limit, Option.none());
  }

  /**
   * The same beside accounts, whose collection is one like any other here.
   *
   * @param accounts are elsewhere, and are opened there
   */
  InMemoryDocumentRepository(HoldLimit limit, Option<AccountDocuments> accounts) {
    this.limit = limit;
    this.accounts = accounts;
  }

  private Option<AccountDocuments> accounts(DocumentRef document) {
    return accounts.filter(there -> there.has(document));
  }

  /**
   * Stores a document as a host does that writes outside of transactions. It has no fields of the
   * protocol then.
   *
   * @throws IllegalArgumentException if a field has the name of one of the protocol's, there is a
   *     document of that id, or it would be in the collection of the accounts
   */
  public void store(DocumentRef document, Fields fields) {
    if (accounts(document).isDefined()) {
      throw new IllegalArgumentException(document + " would be an account: open it as one");
    }
    for (Field field : fields.all()) {
      if (Names.isReserved(field.name())) {
        throw new IllegalArgumentException(document + ": the field " + field.name());
      }
    }
    if (documents.putIfAbsent(document, Participant.of(document, fields)) != null) {
      throw new IllegalArgumentException("there is a document " + document + " already");
    }
  }

  @Override
  public List<DocumentLookup> find(List<DocumentRef> wanted) {
    return each(wanted, this::findLatest);
  }

  /** As any read: there is one copy of it all. */
  @Override
  public DocumentLookup findLatest(DocumentRef document) {
    return accounts(document)
        .map(there -> there.find(document))
        .orElse(() -> Option.of(documents.get(document)).map(DocumentLookup.Found::new))
        .getOrElse(() -> new DocumentLookup.Absent(document));
  }

  @Override
  public void scanHeld(CollectionName collection, Consumer<DocumentLookup> consumer) {
    scan(collection, document -> !document.holds().isEmpty(), consumer);
  }

  @Override
  public void scanMarked(CollectionName collection, Consumer<DocumentLookup> consumer) {
    scan(
        collection,
        document -> !document.holds().isEmpty() || !document.escrow().isEmpty(),
        consumer);
  }

  private void scan(
      CollectionName collection, Predicate<Participant> wanted, Consumer<DocumentLookup> consumer) {
    accounts.filter(there -> there.are(collection)).forEach(there -> there.scanHeld(consumer));
    for (Participant document : documents.values()) {
      if (document.ref().collection().equals(collection) && wanted.test(document)) {
        consumer.accept(new DocumentLookup.Found(document));
      }
    }
  }

  @Override
  public List<CollectionName> collections() {
    return List.copyOf(collections);
  }

  @Override
  public List<DocumentHoldOutcome> hold(List<DocumentLeg> legs) {
    legs.forEach(leg -> collections.add(leg.document().collection()));
    return each(legs, this::hold);
  }

  private DocumentHoldOutcome hold(DocumentLeg leg) {
    return accounts(leg.document())
        .map(there -> there.hold(leg))
        .getOrElse(
            () ->
                change(
                    leg.document(),
                    document -> ParticipantRules.hold(document, leg, limit).map(Option::some)))
        .map(DocumentHoldOutcome::of)
        .getOrElse(DocumentHoldOutcome::held);
  }

  @Override
  public List<MatchOutcome> stamp(List<DocumentLeg> legs) {
    return each(
        legs,
        leg ->
            match(
                leg.document(),
                account -> account.stamp(leg),
                document -> ParticipantRules.stamp(document, leg).map(Option::some)));
  }

  @Override
  public List<MatchOutcome> settle(List<DocumentLeg> legs) {
    return each(
        legs,
        leg ->
            match(
                leg.document(),
                account -> account.settle(leg),
                document -> ParticipantRules.settle(document, leg)));
  }

  @Override
  public List<MatchOutcome> release(List<HeldDocument> held) {
    return each(
        held,
        hold ->
            match(
                hold.document(),
                account -> account.release(hold),
                document -> ParticipantRules.release(document, hold)));
  }

  @Override
  public List<MatchOutcome> withdraw(List<HeldDocument> held) {
    return each(
        held,
        hold ->
            match(
                hold.document(),
                account -> account.withdraw(hold),
                document -> ParticipantRules.withdraw(document, hold)));
  }

  /** The accounting periods among them. */
  public PeriodRepository periods(InstantSource clock) {
    return new InMemoryPeriods(this, clock);
  }

  /** The documents of a collection, in no order. */
  List<Participant> all(CollectionName collection) {
    return documents.values().stream()
        .filter(document -> document.ref().collection().equals(collection))
        .toList();
  }

  /** Changes the fields of a document and nothing else of it; answers whether it was changed. */
  boolean isChanged(DocumentRef ref, Function<Fields, Option<Fields>> rule) {
    return change(
            ref,
            before ->
                before
                    .filter(document -> !document.placeholder())
                    .flatMap(document -> rule.apply(document.fields()).map(document::withFields))
                    .map(Option::some)
                    .toEither("not so"))
        .isEmpty();
  }

  private static <T, R> List<R> each(List<T> all, Function<T, R> ask) {
    List<R> answers = new ArrayList<>(all.size());
    for (T one : all) {
      answers.add(ask.apply(one));
    }
    return answers;
  }

  private MatchOutcome match(
      DocumentRef ref,
      Function<AccountDocument, Either<NoDocumentHold, AccountDocument>> ofAccount,
      Rule<NoDocumentHold> rule) {
    boolean isMatched =
        accounts(ref)
            .map(there -> there.isChanged(ref, ofAccount))
            .getOrElse(() -> change(ref, rule).isEmpty());
    return isMatched ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED;
  }

  /** Makes the rule's change, or answers why there is none. */
  private <L> Option<L> change(DocumentRef ref, Rule<L> rule) {
    while (true) {
      Option<Participant> before = Option.of(documents.get(ref));
      Either<L, Option<Participant>> after = rule.apply(before);
      if (after.isLeft()) {
        return Option.some(after.getLeft());
      }
      if (swap(ref, before, after.get())) {
        return Option.none();
      }
    }
  }

  private boolean swap(DocumentRef ref, Option<Participant> before, Option<Participant> after) {
    if (before.isEmpty()) {
      return documents.putIfAbsent(ref, after.get()) == null;
    }
    return after.isEmpty()
        ? documents.remove(ref, before.get())
        : documents.replace(ref, before.get(), after.get());
  }
}
