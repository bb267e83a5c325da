package io.twophase.domain.function;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Stored.Bounds;
import io.twophase.domain.operation.AccountOperation.Credit;
import io.twophase.domain.operation.AccountOperation.Debit;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Fields.Field;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The documents and accounts that one run of a function has read and written, and the operations
 * that they come to: one on each document and on each account. A document that was read is changed,
 * removed or checked as it was read ({@link Guard.Unchanged}); one that was read and absent is
 * inserted, or checked to be absent. A document that was never read is changed as stated.
 *
 * <p>That a transaction reads freely and validates at its end what it has read is the idea of Kung
 * and Robinson, "On Optimistic Methods for Concurrency Control" (TODS 1981). Not thread-safe.
 */
public final class Footprint {

  private final Map<DocumentRef, Touched> documents = new LinkedHashMap<>();
  private final Map<AccountId, Money> nets = new LinkedHashMap<>();
  private final List<Operation> atMost = new ArrayList<>();

  /**
   * A document that the run has touched.
   *
   * @param base the fields as they were read; none if the document was absent, or was not read
   * @param isRead whether the document was read
   * @param now the fields as the run has left them; none if there is no document then
   * @param stated the operation on a document that was not read
   */
  private record Touched(
      Optional<Fields> base,
      boolean isRead,
      Optional<Fields> now,
      Optional<DocumentOperation> stated) {

    static Touched read(Optional<Fields> base) {
      return new Touched(base, true, base, Optional.empty());
    }

    static Touched stated(DocumentOperation operation) {
      return new Touched(Optional.empty(), false, Optional.empty(), Optional.of(operation));
    }

    Touched leaving(Optional<Fields> fields) {
      return new Touched(base, true, fields, Optional.empty());
    }
  }

  /** Returns whether the document was read. */
  public boolean hasRead(DocumentRef document) {
    return Optional.ofNullable(documents.get(document)).filter(Touched::isRead).isPresent();
  }

  /** Returns whether the run has touched the document, whether or not it has read it. */
  public boolean hasTouched(DocumentRef document) {
    return documents.containsKey(document);
  }

  /** The documents that were read and were there, with their fields as they were read. */
  public Map<DocumentRef, Fields> present() {
    Map<DocumentRef, Fields> present = new LinkedHashMap<>();
    documents.forEach((ref, touched) -> touched.base().ifPresent(base -> present.put(ref, base)));
    return present;
  }

  /** The number of documents that were read and were absent. */
  public int absent() {
    return (int)
        documents.values().stream()
            .filter(touched -> touched.isRead() && touched.base().isEmpty())
            .count();
  }

  /** The fields of a document that was read, as the run has left them. */
  public Optional<Fields> now(DocumentRef document) {
    return touched(document).now();
  }

  private Touched touched(DocumentRef document) {
    return Optional.ofNullable(documents.get(document))
        .filter(Touched::isRead)
        .orElseThrow(() -> new IllegalStateException(document + " was not read"));
  }

  /**
   * Notes a document as it was read as decided. If the run has stated an operation on it before,
   * then the operation is done to what was read.
   *
   * @return why the operation cannot be done, if it cannot
   * @throws IllegalArgumentException if the document has a field that no guard can compare
   */
  public Optional<DocumentRefusal> read(DocumentRef document, Optional<Fields> decided) {
    decided.ifPresent(Guard.Unchanged::new);
    Touched before = documents.put(document, Touched.read(decided));
    return before == null ? Optional.empty() : before.stated().flatMap(this::done);
  }

  /**
   * Notes an operation; answers why it cannot be done, if that is known. The first operation on a
   * document that was not read is noted as stated; any other is done to the document as the run has
   * left it, and an addition is a change of that.
   */
  public Optional<DocumentRefusal> write(DocumentOperation operation) {
    boolean isFirst =
        documents.putIfAbsent(operation.document(), Touched.stated(operation)) == null;
    return isFirst ? Optional.empty() : done(operation);
  }

  private Optional<DocumentRefusal> done(DocumentOperation operation) {
    DocumentRef ref = operation.document();
    return operation.fold(
        insert ->
            now(ref).isPresent()
                ? Optional.of(new DocumentRefusal.DocumentExists(ref))
                : leave(ref, Optional.of(insert.fields())),
        change ->
            checked(ref, change.guards())
                .fold(Optional::of, now -> changed(ref, change.changes(), now)),
        remove ->
            checked(ref, remove.guards()).fold(Optional::of, now -> leave(ref, Optional.empty())),
        Footprint::noRunStates,
        Footprint::noRunStates,
        add -> checked(ref, List.of()).fold(Optional::of, now -> added(add, now)));
  }

  private static Optional<DocumentRefusal> noRunStates(DocumentOperation check) {
    throw new IllegalStateException("no run states " + check);
  }

  private Optional<DocumentRefusal> changed(DocumentRef ref, Changes changes, Fields before) {
    return changes
        .applyTo(before)
        .fold(
            impossible -> Optional.of(DocumentRefusal.ChangeImpossible.of(ref, impossible)),
            fields -> leave(ref, Optional.of(fields)));
  }

  private Optional<DocumentRefusal> added(AddToField add, Fields now) {
    Changes sum = Changes.of(FieldChange.inc(add.field(), add.amount()));
    return Document.of(add.document(), now)
        .bounds(new Scale.OfField(add.field(), add.floor(), add.ceiling()))
        .fold(
            Optional::of,
            bounds -> beyond(add, bounds).or(() -> changed(add.document(), sum, now)));
  }

  private static Optional<DocumentRefusal> beyond(AddToField add, Bounds bounds) {
    long left = add.amount() > 0 ? bounds.receivable() : bounds.available();
    return Math.abs(add.amount()) > left
        ? Optional.of(
            new DocumentRefusal.BoundReached(add.document(), add.field(), left, add.amount()))
        : Optional.empty();
  }

  /** Notes that a document that was read has these fields, whether or not it was there. */
  public void put(DocumentRef document, Fields fields) {
    documents.put(document, touched(document).leaving(Optional.of(fields)));
  }

  private Optional<DocumentRefusal> leave(DocumentRef ref, Optional<Fields> fields) {
    documents.put(ref, touched(ref).leaving(fields));
    return Optional.empty();
  }

  /** The document as the run has left it, if it is there and the guards hold of it. */
  private Either<DocumentRefusal, Fields> checked(DocumentRef ref, List<Guard> guards) {
    return Option.ofOptional(now(ref))
        .<DocumentRefusal>toEither(() -> new DocumentRefusal.NoSuchDocument(ref))
        .flatMap(
            now ->
                Option.ofOptional(DocumentRefusal.GuardFailed.of(ref, guards, now))
                    .toEither(now)
                    .swap());
  }

  /**
   * Notes a debit. Several debits and credits of one account come to their sum.
   *
   * @throws IllegalArgumentException if the account was moved in another currency before, or the
   *     sum is too large
   */
  public void debit(Debit debit) {
    if (debit.isAtMost()) {
      atMost.add(debit);
    } else {
      move(debit.account(), new Money(-debit.amount().minor(), debit.amount().currency()));
    }
  }

  /**
   * Notes a credit. Several debits and credits of one account come to their sum.
   *
   * @throws IllegalArgumentException if the account was moved in another currency before, or the
   *     sum is too large
   */
  public void credit(Credit credit) {
    move(credit.account(), credit.amount());
  }

  private void move(AccountId account, Money amount) {
    nets.merge(account, amount, Footprint::sum);
  }

  private static Money sum(Money before, Money amount) {
    if (!before.currency().equals(amount.currency())) {
      throw new IllegalArgumentException(
          "one account moves " + before + " and " + amount + ": an account has one currency");
    }
    try {
      return new Money(Math.addExact(before.minor(), amount.minor()), before.currency());
    } catch (ArithmeticException tooLarge) {
      throw new IllegalArgumentException(before + " and " + amount + " are too large", tooLarge);
    }
  }

  /** Returns whether the run has written anything. */
  public boolean hasWritten() {
    return operations().stream()
        .anyMatch(each -> !(each instanceof CheckDocument || each instanceof CheckAbsent));
  }

  /** The operations that the run comes to. */
  public List<Operation> operations() {
    List<Operation> operations = new ArrayList<>(atMost);
    nets.forEach(
        (account, net) -> {
          if (net.minor() < 0) {
            operations.add(new Debit(account, new Money(-net.minor(), net.currency())));
          } else if (net.minor() > 0) {
            operations.add(new Credit(account, net));
          }
        });
    documents.forEach(
        (ref, touched) -> operations.add(touched.stated().orElseGet(() -> of(ref, touched))));
    return operations;
  }

  private static DocumentOperation of(DocumentRef ref, Touched touched) {
    if (touched.base().isEmpty()) {
      return touched
          .now()
          .<DocumentOperation>map(fields -> new InsertDocument(ref, fields))
          .orElseGet(() -> new CheckAbsent(ref));
    }
    Fields base = touched.base().orElseThrow();
    List<Guard> asRead = List.of(new Guard.Unchanged(base));
    if (touched.now().isEmpty()) {
      return new RemoveDocument(ref, asRead);
    }
    List<FieldChange> changes = difference(base, touched.now().orElseThrow());
    return changes.isEmpty()
        ? new CheckDocument(ref, asRead)
        : new ChangeDocument(ref, asRead, new Changes(changes));
  }

  /** Changes of whole fields: what was read is unchanged when they are made. */
  private static List<FieldChange> difference(Fields before, Fields after) {
    List<FieldChange> changes = new ArrayList<>();
    for (Field field : after.all()) {
      if (!before.get(field.name()).equals(Optional.of(field.value()))) {
        changes.add(FieldChange.set(field.name(), field.value()));
      }
    }
    for (Field field : before.all()) {
      if (!after.has(field.name())) {
        changes.add(FieldChange.unset(field.name()));
      }
    }
    return changes;
  }
}
