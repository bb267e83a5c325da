package io.twophase.domain.reading;

import io.twophase.domain.NotDoneException;
import io.twophase.domain.Reason;
import io.twophase.domain.Reason.Line;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Hold.Home;
import io.vavr.control.Either;
import java.util.List;
import java.util.stream.Collectors;

/** The answer to a read of documents. */
public sealed interface ReadAnswer {

  /** The documents, one for each asked, in the order asked; or why there are none. */
  Either<NotRead, List<DecidedDocument>> read();

  /**
   * The documents, for callers who go on only with them: one for each asked, in the order asked.
   *
   * @throws NotDoneException in all cases but {@link Consistent}; it has this answer
   */
  default List<DecidedDocument> orElseThrow() {
    return read().fold(why -> NotDoneException.raise(this, why), documents -> documents);
  }

  /** Returns whether the documents are read. */
  default boolean isConsistent() {
    return this instanceof Consistent;
  }

  /** Why the documents could not be read as of one moment. */
  sealed interface NotRead extends ReadAnswer, Reason {
    @Override
    default Either<NotRead, List<DecidedDocument>> read() {
      return Either.left(this);
    }
  }

  /**
   * The documents as they were decided at one moment within the call, all of them at the same.
   *
   * @param documents one for each asked, in the order asked
   */
  record Consistent(List<DecidedDocument> documents) implements ReadAnswer {
    @Override
    public Either<NotRead, List<DecidedDocument>> read() {
      return Either.right(documents);
    }
  }

  /**
   * Transactions changed the documents, or placed or ended holds on them, while they were read,
   * each time they were. Nothing is known to be wrong: reading again may succeed, and reading fewer
   * documents succeeds sooner. One document that has no hold, or is held as a whole, is never
   * answered so.
   *
   * @param tries how often they were read
   */
  @Line("the documents changed while they were read, each of %s times")
  record NotConsistent(int tries) implements NotRead {}

  /**
   * Two or more of several documents are not there, nor held to be inserted. An absent document
   * shows no trace of having been inserted and removed meanwhile, so no reading of several can tell
   * whether they were all absent at one moment. Each can be read alone; and a transaction that
   * checks that they are absent can tell.
   *
   * @param absent those that are not there, in the order asked
   */
  record CannotTell(List<DocumentRef> absent) implements NotRead {

    /** The names do not change. */
    public CannotTell {
      absent = List.copyOf(absent);
    }

    @Override
    public String message() {
      return absent.stream().map(DocumentRef::toString).collect(Collectors.joining(", "))
          + ": of several documents read together, at most one may be absent";
    }
  }

  /**
   * A transaction holds a document whose record is in another home than this reader's, and its
   * record says whether it is decided. Read the document by a host of that home, or again when the
   * transaction has ended.
   *
   * @param document which
   * @param transaction which holds it
   * @param home where its record is
   */
  @Line("document %s is held by transaction %s, whose record is in %s")
  record HeldElsewhere(DocumentRef document, TransactionId transaction, Home home)
      implements NotRead {}

  /**
   * There is something that this version cannot read: the document, or the record of a transaction
   * that holds it.
   *
   * @param document which
   * @param fault what is wrong with it
   */
  @Line("document %s cannot be read: %s")
  record Unreadable(DocumentRef document, String fault) implements NotRead {}
}
