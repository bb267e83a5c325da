package io.twophase.adapter.mongo.document;

/** The names of fields inside of bodies and reasons, which only this package reads and writes. */
final class BodyField {

  /** What was said about why it was asked for. */
  static final String NOTE = "note";

  /** The row of a file that asked for it. */
  static final String IMPORT = "import";

  /** In the row of an import: the SHA-256 of the file. */
  static final String FILE = "file";

  /** In the row of an import: its line. */
  static final String ROW = "row";

  /** In the row of an import: whether the rows' order counts. */
  static final String ORDERED = "ordered";

  /** In that: how many milliseconds after it was begun it expires. */
  static final String LIFETIME = "lifetime";

  /** In that: how many have to approve it. */
  static final String REQUIRED = "required";

  /** In that: who may approve it. */
  static final String APPROVERS = "approvers";

  /** In an operation's document: the host's name for another cluster. */
  static final String CLUSTER = "cluster";

  /** In an operation's document: another database. */
  static final String DATABASE = "database";

  /** In an operation's document: its collection. */
  static final String COLLECTION = "collection";

  /** The document that is inserted, or that refused. */
  static final String DOCUMENT = "document";

  /** What a document must be like. */
  static final String WHERE = "where";

  /** What changes in a document. */
  static final String CHANGES = "changes";

  /** A field of a document, by its path. */
  static final String FIELD = "field";

  /** What is added to a field. */
  static final String AMOUNT = "amount";

  /** The least that the field may come to. */
  static final String FLOOR = "floor";

  /** The most. */
  static final String CEILING = "ceiling";

  /** Beside a value that MongoDB would not store as it is: that it is there as bytes. */
  static final String BSON = "bson";

  /** Which attempt of a function a transaction is: the function's id is under this name, too. */
  static final String FUNCTION = "function";

  /** The number of the attempt. */
  static final String ATTEMPT = "attempt";

  /** The value that the function returned. */
  static final String RETURNED = "returned";

  /** The transaction that holds a document, or has left a hold there. */
  static final String HOLDER = "holder";

  private BodyField() {}
}
