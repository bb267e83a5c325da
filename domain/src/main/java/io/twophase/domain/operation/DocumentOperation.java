package io.twophase.domain.operation;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import java.util.List;
import java.util.function.Function;

/** An operation on a document of a host's. */
public sealed interface DocumentOperation extends Operation
    permits InsertDocument, ChangeDocument, RemoveDocument, CheckDocument, CheckAbsent, AddToField {

  @Override
  default <T> T foldTarget(
      Function<? super AccountOperation, ? extends T> account,
      Function<? super DocumentOperation, ? extends T> document) {
    return document.apply(this);
  }

  /** Returns what {@code cases} says of this operation. */
  <T> T fold(Cases<T> cases);

  /** The document it touches. */
  DocumentRef document();

  /** Returns which other holds the document may have beside this operation's. */
  HoldMode mode();

  /** The guards of the operation: all of them have to hold of the document before it is held. */
  default List<Guard> guards() {
    return List.of();
  }

  /** Its name in records and messages. */
  String kind();

  /**
   * The function for each kind of operation.
   *
   * @param <T> what is said
   */
  interface Cases<T> {
    /** A document is inserted. */
    T insert(InsertDocument operation);

    /** Fields of a document are changed. */
    T change(ChangeDocument operation);

    /** A document is removed. */
    T remove(RemoveDocument operation);

    /** A document is as said, and stays so until the transaction is decided. */
    T check(CheckDocument operation);

    /** There is no such document, nor one until the transaction is decided. */
    T absent(CheckAbsent operation);

    /** A number field grows or shrinks within its bounds. */
    T add(AddToField operation);
  }
}
