package io.twophase.domain.testing;

import io.twophase.domain.TransactionId;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.hold.Document.LastTransaction;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Fields.Field;
import io.twophase.domain.value.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Short names for documents, guards, changes and operations, as tests are made of them. */
public final class Documents {

  /** Where a fixture's transactions have their records. */
  public static final Home HOME = new Home("transactions");

  /** Null, as a value. */
  public static final Value NULL = new Value.Null();

  private Documents() {}

  /** A Java object as the value that it stands for; a value as it is. */
  public static Value value(@Nullable Object object) {
    return Value.of(object);
  }

  /** Names and values by turns. */
  public static Fields fields(@Nullable Object... namesAndValues) {
    List<Field> fields = new ArrayList<>();
    for (int at = 0; at < namesAndValues.length; at += 2) {
      fields.add(new Field(String.valueOf(namesAndValues[at]), value(namesAndValues[at + 1])));
    }
    return new Fields(fields);
  }

  /** An array. */
  public static Value array(@Nullable Object... values) {
    return value(Arrays.asList(values));
  }

  /** The order of that id. */
  public static DocumentRef order(@Nullable Object id) {
    return CollectionName.of("orders").document(value(id));
  }

  /** The path that a text names. */
  public static FieldPath path(String text) {
    return FieldPath.of(text);
  }

  /** The field has the value. */
  public static Guard is(String path, @Nullable Object value) {
    return Guard.equalTo(path(path), value(value));
  }

  /** The field has one of the values. */
  public static Guard in(String path, @Nullable Object... values) {
    return Guard.oneOf(path(path), ((Value.Array) array(values)).values());
  }

  /** The field is there. */
  public static Guard exists(String path) {
    return Guard.exists(path(path));
  }

  /** The field is not there. */
  public static Guard missing(String path) {
    return Guard.absent(path(path));
  }

  /** The field is at least that. */
  public static Guard atLeast(String path, Object value) {
    return Guard.atLeast(path(path), value(value));
  }

  /** The field is at most that. */
  public static Guard atMost(String path, Object value) {
    return Guard.atMost(path(path), value(value));
  }

  /** The field has the value then. */
  public static FieldChange set(String path, @Nullable Object value) {
    return new FieldChange(FieldChange.Kind.SET, path(path), value(value));
  }

  /** The field is not there then. */
  public static FieldChange unset(String path) {
    return new FieldChange(FieldChange.Kind.UNSET, path(path), new Value.Null());
  }

  /** The field is larger by that. */
  public static FieldChange inc(String path, Object by) {
    return new FieldChange(FieldChange.Kind.INC, path(path), value(by));
  }

  /** The field is an array with that at its end. */
  public static FieldChange push(String path, @Nullable Object value) {
    return new FieldChange(FieldChange.Kind.PUSH, path(path), value(value));
  }

  /** The field is an array without that. */
  public static FieldChange pull(String path, @Nullable Object value) {
    return new FieldChange(FieldChange.Kind.PULL, path(path), value(value));
  }

  /** Inserts a document. */
  public static InsertDocument insert(DocumentRef document, Fields fields) {
    return new InsertDocument(document, fields);
  }

  /** Changes a document that is there. */
  public static ChangeDocument change(DocumentRef document, FieldChange... changes) {
    return new ChangeDocument(document, List.of(), Changes.of(changes));
  }

  /** Changes a document where the guard holds. */
  public static ChangeDocument change(DocumentRef document, Guard guard, FieldChange... changes) {
    return new ChangeDocument(document, List.of(guard), Changes.of(changes));
  }

  /** Removes a document. */
  public static RemoveDocument remove(DocumentRef document, Guard... guards) {
    return new RemoveDocument(document, List.of(guards));
  }

  /** Checks a document. */
  public static CheckDocument check(DocumentRef document, Guard... guards) {
    return new CheckDocument(document, List.of(guards));
  }

  /** Checks that there is no document. */
  public static CheckAbsent absent(DocumentRef document) {
    return new CheckAbsent(document);
  }

  /** Adds to a field from 0 to 100. */
  public static AddToField add(DocumentRef document, String field, long amount) {
    return new AddToField(document, field, amount, 0, 100);
  }

  /** What a document keeps of the transaction that has changed it last. */
  public static LastTransaction lastTransaction(String transaction) {
    return new LastTransaction(HOME, new TransactionId(transaction));
  }
}
