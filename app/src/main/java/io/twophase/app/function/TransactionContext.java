package io.twophase.app.function;

import io.twophase.app.statement.DocumentReader;
import io.twophase.domain.AccountId;
import io.twophase.domain.Given;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.document.Guards;
import io.twophase.domain.function.Footprint;
import io.twophase.domain.operation.AccountOperation.Credit;
import io.twophase.domain.operation.AccountOperation.Debit;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import io.twophase.domain.reading.ReadAnswer;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.twophase.ports.EntityMapper;
import io.twophase.ports.Holds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The transaction of one run of a function: what the function reads, and what its transaction will
 * write. Nothing is written before the function has returned. A function reads its own writes.
 *
 * <p><b>Isolation.</b> Functions are strictly serializable for documents that they read by {@code
 * _id}, present or absent: if a function's transaction happens, then all documents that the
 * function has read were as it has read them when the transaction was decided. Within a run, all
 * documents that were read and present are of one moment: if one changes before the next is read,
 * then the run ends, and the function runs again. A document that {@link #find} leaves out is not
 * guarded.
 *
 * <p>A document that a function changes without reading it is changed under the stated guards only.
 * Many transactions can add to one number field, and debit or credit one account, at a time, so
 * {@link #add}, {@link #debit} and {@link #credit} of what the function has not read conflict with
 * nobody.
 *
 * <p>Each method throws {@link IllegalStateException} once the run has ended. A context is for the
 * thread that runs the function.
 */
public final class TransactionContext {

  private final TransactionId id;
  private final DecidedReads reads;
  private final EntityMapper mapper;
  private final Footprint footprint = new Footprint();

  /** The documents that are looked for before anything is stated of them. */
  private final Set<DocumentRef> unsure;

  private @Nullable RuntimeException end;

  TransactionContext(
      TransactionId id, DecidedReads reads, EntityMapper mapper, Set<DocumentRef> unsure) {
    this.id = id;
    this.reads = reads;
    this.mapper = mapper;
    this.unsure = unsure;
  }

  /** The id under which the function was asked for. */
  public TransactionId id() {
    return id;
  }

  /**
   * Reads a document as decided, with what this function has written; empty if there is none. The
   * transaction happens only if the document is still so, or still absent.
   *
   * @throws io.twophase.domain.NotDoneException if the document cannot be read
   * @throws IllegalArgumentException if the document has a field that no guard can compare: a
   *     regular expression, or a name with a dot
   */
  public Optional<DocumentSnapshot> get(DocumentRef document) {
    return get(List.of(Objects.requireNonNull(document, "document"))).get(0);
  }

  /**
   * Reads documents as {@link #get(DocumentRef)} does, all at once: for several documents that
   * takes fewer round trips.
   *
   * @return one for each asked, in the order asked
   */
  public List<Optional<DocumentSnapshot>> get(List<DocumentRef> documents) {
    List<DocumentRef> wanted = Given.list(documents, "documents");
    read(wanted.stream().filter(ref -> !footprint.hasRead(ref)).distinct().toList());
    return wanted.stream()
        .map(ref -> footprint.now(ref).map(now -> new DocumentSnapshot(ref, now)))
        .toList();
  }

  /**
   * Reads the entity of a type and {@code _id}, by the mapper.
   *
   * @param key its {@code _id}, as the entity has it
   */
  public <T> Optional<T> get(Class<T> type, Object key) {
    return get(mapper.ref(type, key))
        .map(found -> mapper.entity(found.ref(), found.fields(), type));
  }

  /**
   * Finds documents of a collection of which the guards hold, each then read as decided and guarded
   * as {@link #get(DocumentRef)} says. The function does not see a document that joins the result
   * later, nor one that only its own writes bring into it. A document of which the guards hold only
   * by a transaction that is decided and not settled may be left out, too.
   *
   * @param most the most documents that are found
   * @throws IllegalArgumentException if {@code most} is not above zero
   */
  public List<DocumentSnapshot> find(String collection, Guards guards, int most) {
    requireOpen();
    if (most <= 0) {
      throw new IllegalArgumentException("at most " + most + " documents: none is found");
    }
    List<Guard> all = Objects.requireNonNull(guards, "guards").all();
    List<DocumentRef> candidates = reads.holds().select(CollectionName.of(collection), all, most);
    return get(candidates).stream()
        .flatMap(Optional::stream)
        .filter(found -> all.stream().allMatch(guard -> guard.holds(found.fields())))
        .toList();
  }

  /**
   * Writes a document whole, whether or not it is there; one that the function has not read is read
   * first.
   */
  public void put(DocumentSnapshot document) {
    Objects.requireNonNull(document, "document");
    var operation = new InsertDocument(document.ref(), document.fields());
    readUnlessRead(document.ref());
    footprint.put(operation.document(), operation.fields());
  }

  /** Writes the document of an entity whole, whether or not it is there. */
  public void save(Object entity) {
    put(new DocumentSnapshot(mapper.ref(entity), mapper.fields(entity)));
  }

  /**
   * Inserts a document. If there is one of that id, then the transaction is refused.
   *
   * @param fields the document's fields beside its {@code _id}
   * @throws IllegalArgumentException if a value is not one that {@link Value#of} takes, or a field
   *     has a name that MongoDB or the protocol gives a meaning
   */
  public void insert(DocumentRef document, Map<String, ?> fields) {
    insert(document, Fields.of(fields));
  }

  /** Inserts a document as {@link #insert(DocumentRef, Map)} does. */
  public void insert(DocumentRef document, Fields fields) {
    write(new InsertDocument(document, fields));
  }

  /**
   * Changes fields of a document. If there is no such document, then the transaction is refused.
   *
   * @throws IllegalArgumentException if there is no change, or two are on one field
   */
  public void change(DocumentRef document, FieldChange... changes) {
    change(document, new Guards(List.of()), changes);
  }

  /**
   * Changes fields of a document. If there is no such document, or a guard does not hold, then the
   * transaction is refused.
   *
   * @throws IllegalArgumentException if there is no change, or two are on one field
   */
  public void change(DocumentRef document, Guards guards, FieldChange... changes) {
    write(new ChangeDocument(document, guards.all(), Changes.of(changes)));
  }

  /** Removes a document. If there is no such document, then the transaction is refused. */
  public void remove(DocumentRef document) {
    remove(document, new Guards(List.of()));
  }

  /**
   * Removes a document. If there is no such document, or a guard does not hold, then the
   * transaction is refused.
   */
  public void remove(DocumentRef document, Guards guards) {
    write(new RemoveDocument(document, guards.all()));
  }

  /** Removes the document of an entity. */
  public void remove(Object entity) {
    remove(mapper.ref(entity));
  }

  /**
   * Adds to a number field, or takes from it, within the widest bounds.
   *
   * @param amount above zero to add, below to take
   * @throws IllegalArgumentException if the amount is zero, or the name is none of such a field
   */
  public void add(DocumentRef document, String field, long amount) {
    write(new AddToField(document, field, amount));
  }

  /**
   * Adds to a number field, or takes from it, within bounds. If the function has not read the
   * document, then many transactions may do so at a time, and the first addition decides the bounds
   * for good; a document that the function has read, or touches again, is changed as a whole.
   *
   * @param floor the least that the field may come to
   * @param ceiling the most
   * @throws IllegalArgumentException if the amount is zero, the floor is above the ceiling, or the
   *     name is none of such a field
   */
  public void add(DocumentRef document, String field, long amount, long floor, long ceiling) {
    write(new AddToField(document, field, amount, floor, ceiling));
  }

  /**
   * Takes money out of an account. Several debits and credits of one account come to their sum.
   *
   * @throws IllegalArgumentException if the amount is not above zero
   */
  public void debit(AccountId account, Money amount) {
    requireOpen();
    footprint.debit(new Debit(account, amount));
  }

  /**
   * Takes as much money out of an account as there is available, and no more than the amount. Such
   * a function states one credit of the same amount, which gets what is taken, and writes nothing
   * else.
   *
   * @throws IllegalArgumentException if the amount is not above zero
   */
  public void debitAtMost(AccountId account, Money amount) {
    requireOpen();
    footprint.debit(Debit.atMost(account, amount));
  }

  /**
   * Puts money into an account. Several debits and credits of one account come to their sum.
   *
   * @throws IllegalArgumentException if the amount is not above zero
   */
  public void credit(AccountId account, Money amount) {
    requireOpen();
    footprint.credit(new Credit(account, amount));
  }

  /**
   * Makes an exception for the function to throw: nothing is written then, and the caller is
   * answered {@link FunctionOutcome.Declined}.
   *
   * @param why for the caller
   */
  public DeclinedException decline(String why) {
    return new DeclinedException(Objects.requireNonNull(why, "why"));
  }

  /** States an operation; reads its document first, if that is touched again. */
  private void write(DocumentOperation operation) {
    requireOpen();
    DocumentRef document = operation.document();
    if (footprint.hasTouched(document)) {
      readUnlessRead(document);
    } else if (unsure.contains(document)) {
      lookFor(operation);
    }
    require(footprint.write(operation));
  }

  /**
   * Ends the run if the operation is refused for good, as its document is there, or is not. The
   * document does not count as read: the operation is stated as in the attempt before.
   */
  private void lookFor(DocumentOperation operation) {
    DocumentRef document = operation.document();
    boolean isThere = decided(reads.read(List.of(document)), document).isPresent();
    if (isThere == operation instanceof InsertDocument) {
      end(
          new RefusedException(
              isThere
                  ? new DocumentRefusal.DocumentExists(document)
                  : new DocumentRefusal.NoSuchDocument(document)));
    }
  }

  private void readUnlessRead(DocumentRef document) {
    requireOpen();
    if (!footprint.hasRead(document)) {
      read(List.of(document));
    }
  }

  /** Reads documents, all that were read before with them, so that all are of one moment. */
  private void read(List<DocumentRef> documents) {
    requireOpen();
    if (documents.isEmpty()) {
      return;
    }
    Map<DocumentRef, Fields> before = footprint.present();
    List<DocumentRef> all = new ArrayList<>(before.keySet());
    all.addAll(documents);
    Map<DocumentRef, Optional<Fields>> decided = reads.read(all);
    before.forEach(
        (ref, fields) -> {
          if (!decided(decided, ref).filter(new Guard.Unchanged(fields)::holds).isPresent()) {
            end(new ConflictException(Optional.of(ref), "document " + ref + " has changed"));
          }
        });
    documents.forEach(ref -> require(footprint.read(ref, decided(decided, ref))));
  }

  private static Optional<Fields> decided(
      Map<DocumentRef, Optional<Fields>> all, DocumentRef document) {
    return Objects.requireNonNull(all.get(document));
  }

  private void require(Optional<DocumentRefusal> refusal) {
    refusal.ifPresent(why -> end(new RefusedException(why)));
  }

  private void end(RuntimeException why) {
    end = why;
    throw why;
  }

  /** Throws why the run has ended, if it has: a function may go on and not know of the end. */
  void requireOpen() {
    if (end != null) {
      throw end;
    }
  }

  /** Ends the run: what the function has stated. */
  Footprint close() {
    requireOpen();
    end = new IllegalStateException("the function " + id + " has returned: its context is closed");
    return footprint;
  }

  /** Reads documents for functions, as decided. Thread-safe. */
  record DecidedReads(DocumentReader reader, Holds holds) {

    /**
     * The documents as they were decided at one moment; but of those that are absent, all but one
     * are each of a moment of its own: no reading can tell more of them.
     *
     * @throws ConflictException if the documents change again and again while they are read
     */
    Map<DocumentRef, Optional<Fields>> read(List<DocumentRef> documents) {
      Map<DocumentRef, Optional<Fields>> decided = new HashMap<>();
      List<DocumentRef> wanted = new ArrayList<>(documents);
      while (!wanted.isEmpty()) {
        ReadAnswer answer = reader.read(wanted);
        if (answer instanceof ReadAnswer.NotConsistent changed) {
          throw new ConflictException(Optional.ofNullable(documents.get(0)), changed.message());
        }
        if (answer instanceof ReadAnswer.CannotTell several) {
          several.absent().forEach(ref -> decided.put(ref, Optional.empty()));
          wanted.removeAll(several.absent());
        } else {
          answer.orElseThrow().forEach(read -> decided.put(read.document(), read.fields()));
          wanted.clear();
        }
      }
      return decided;
    }
  }

  /** Ends a run whose reads do not fit together any more: the function runs again. */
  static final class ConflictException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Optional<DocumentRef> document;

    ConflictException(Optional<DocumentRef> document, String what) {
      super(what, null, false, false);
      this.document = document;
    }

    Optional<DocumentRef> document() {
      return document;
    }
  }

  /** Ends a run that states what the documents which it has read refuse. */
  static final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient DocumentRefusal refusal;

    RefusedException(DocumentRefusal refusal) {
      super(refusal.message(), null, false, false);
      this.refusal = refusal;
    }

    DocumentRefusal refusal() {
      return refusal;
    }
  }

  /**
   * A function declines: nothing of it is written, and the caller is answered {@link
   * FunctionOutcome.Declined}. {@link TransactionContext#decline} makes it.
   */
  public static final class DeclinedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DeclinedException(String why) {
      super(why, null, false, false);
    }
  }
}
