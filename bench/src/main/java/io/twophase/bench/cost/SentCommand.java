package io.twophase.bench.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;

/**
 * A command that a client has sent.
 *
 * @param name the command's
 * @param database where it was sent to
 * @param body all of it
 */
public record SentCommand(String name, String database, BsonDocument body) {

  private static final Set<String> WRITES =
      Set.of("insert", "update", "delete", "findAndModify", "bulkWrite");

  /** A copy: the driver takes the original's bytes back. */
  public static SentCommand of(String name, String database, BsonDocument body) {
    return new SentCommand(name, database, new RawBsonDocument(body, new BsonDocumentCodec()));
  }

  boolean waitsForMajority() {
    return waitsForMajority(body);
  }

  /** Whether a command is answered after a majority of the members has what it writes. */
  public static boolean waitsForMajority(BsonDocument body) {
    BsonDocument concern = body.getDocument("writeConcern", new BsonDocument());
    BsonValue w = concern.get("w", new BsonInt32(1));
    return w.equals(new BsonString("majority")) || (w.isNumber() && w.asNumber().intValue() > 1);
  }

  boolean isWrite() {
    return WRITES.contains(name);
  }

  boolean isCommit() {
    return name.equals("commitTransaction");
  }

  boolean isAbort() {
    return name.equals("abortTransaction");
  }

  /** Whether what it writes can be read as soon as it is answered. */
  boolean isSeen() {
    return isCommit() || (isWrite() && !isInTransaction());
  }

  /** Whether it is part of a transaction of the server. */
  boolean isInTransaction() {
    return BsonBoolean.FALSE.equals(body.get("autocommit"));
  }

  /** The transaction of the server that it is part of. */
  BsonDocument transaction() {
    return new BsonDocument("lsid", body.get("lsid")).append("number", body.get("txnNumber"));
  }

  /** The documents that it inserts, each with the full name of its collection. */
  List<Inserted> inserts() {
    List<Inserted> inserts = new ArrayList<>();
    if (name.equals("insert")) {
      documents("documents").forEach(each -> inserts.add(new Inserted(collection(), each)));
    }
    operations("insert")
        .forEach(
            each -> inserts.add(new Inserted(space(each, "insert"), each.getDocument("document"))));
    return inserts;
  }

  /**
   * A document to be inserted.
   *
   * @param collection its full name
   */
  public record Inserted(String collection, BsonDocument document) {}

  /** What looks documents up: its updates and removals, or the filter of a read. */
  List<Statement> statements() {
    List<Statement> statements = new ArrayList<>();
    switch (name) {
      case "update" -> documents("updates").forEach(each -> statements.add(update(each)));
      case "delete" ->
          documents("deletes")
              .forEach(
                  each ->
                      statements.add(
                          statement(
                              collection(),
                              each.getDocument("q"),
                              new BsonDocument(),
                              each.getNumber("limit").intValue() == 0)));
      case "findAndModify" ->
          statements.add(
              statement(
                  collection(),
                  body.getDocument("query", new BsonDocument()),
                  change(body.get("update")),
                  false));
      case "find" ->
          statements.add(
              statement(
                  collection(),
                  body.getDocument("filter", new BsonDocument()),
                  new BsonDocument(),
                  true));
      default -> {}
    }
    operations("update")
        .forEach(
            each ->
                statements.add(
                    statement(
                        space(each, "update"),
                        each.getDocument("filter"),
                        change(each.get("updateMods")),
                        isTrue(each, "multi"))));
    operations("delete")
        .forEach(
            each ->
                statements.add(
                    statement(
                        space(each, "delete"),
                        each.getDocument("filter"),
                        new BsonDocument(),
                        isTrue(each, "multi"))));
    return statements;
  }

  private Statement update(BsonDocument update) {
    return statement(
        collection(), update.getDocument("q"), change(update.get("u")), isTrue(update, "multi"));
  }

  private static Statement statement(
      String collection, BsonDocument filter, BsonDocument change, boolean isForMany) {
    return new Statement(collection, filter, change, isForMany);
  }

  /** A pipeline changes no array by an operator that is known here. */
  private static BsonDocument change(@Nullable BsonValue change) {
    return change != null && change.isDocument() ? change.asDocument() : new BsonDocument();
  }

  private static boolean isTrue(BsonDocument document, String field) {
    return BsonBoolean.TRUE.equals(document.get(field));
  }

  private String collection() {
    return database + "." + body.getString(name).getValue();
  }

  private List<BsonDocument> operations(String kind) {
    return name.equals("bulkWrite")
        ? documents("ops").stream().filter(each -> each.containsKey(kind)).toList()
        : List.of();
  }

  private String space(BsonDocument operation, String kind) {
    return documents("nsInfo").get(operation.getNumber(kind).intValue()).getString("ns").getValue();
  }

  private List<BsonDocument> documents(String field) {
    return body.getArray(field).stream().map(BsonValue::asDocument).toList();
  }
}
