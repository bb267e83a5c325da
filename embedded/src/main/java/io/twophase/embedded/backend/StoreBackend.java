package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.AbstractMongoBackend;
import de.bwaldvogel.mongo.backend.Cursor;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.ErrorCode;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.wire.message.MongoQuery;
import io.netty.channel.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs commands on the store, each under the {@link CommandGate}. */
public final class StoreBackend extends AbstractMongoBackend {

  /** The number of documents of a batch when the client leaves that to the server. */
  private static final int BATCH_SIZE = 1_000;

  private static final String REFUSE = "refuse";
  private static final int NOT_IMPLEMENTED = 238;

  private static final Map<String, String> UNKEPT =
      Map.of(
          "viewOn", "views",
          "timeseries", "time series",
          "validator", "validators",
          "expireAfterSeconds", "removal by age");

  private final DocumentStore store;
  private final CommandGate gate;
  private final OpenCursors cursors = new OpenCursors(OpenCursors.Limits.usual(), System::nanoTime);

  public StoreBackend(DocumentStore store) {
    this.store = store;
    this.gate = new CommandGate(store);
    version(new SpokenVersion(List.of(4, 4, 0), 9));
    store.names().keySet().stream()
        .map(Utils::firstFragment)
        .distinct()
        .forEach(this::resolveDatabase);
  }

  @Override
  protected MongoDatabase openOrCreateDatabase(String databaseName) {
    return new StoreDatabase(databaseName, store, cursors);
  }

  @Override
  public Document getServerStatus() {
    Document scanned = new Document("scannedObjects", store.documentsRead().sum());
    return super.getServerStatus().append("metrics", new Document("queryExecutor", scanned));
  }

  /** Asks the cursors of this backend: the library's own are others. */
  @Override
  protected Document handleGetMore(String databaseName, String command, Document query) {
    long id = cursorId(query.get(command));
    int batchSize =
        query.get("batchSize") instanceof Number asked && asked.intValue() > 0
            ? asked.intValue()
            : BATCH_SIZE;
    Cursor cursor = cursors.getCursor(id);
    List<Document> batch = cursor.takeDocuments(batchSize);
    boolean isLast = cursor.isEmpty();
    if (isLast) {
      cursors.remove(cursor);
    }
    Document answer =
        new Document("id", isLast ? 0L : id)
            .append("ns", databaseName + "." + query.get("collection"))
            .append("nextBatch", batch);
    return new Document("cursor", answer).append("ok", 1.0);
  }

  private static long cursorId(@Nullable Object id) {
    if (id instanceof Number number) {
      return number.longValue();
    }
    throw new MongoServerError(ErrorCode.BadValue, "a cursor's id is a number, not " + id);
  }

  @Override
  protected Document handleKillCursors(Document query) {
    List<Object> killed = new ArrayList<>();
    List<Object> notFound = new ArrayList<>();
    if (query.get("cursors") instanceof List<?> ids) {
      for (Object id : ids) {
        (cursors.remove(cursorId(id)) ? killed : notFound).add(id);
      }
    }
    return new Document("cursorsKilled", killed)
        .append("cursorsNotFound", notFound)
        .append("ok", 1.0);
  }

  @Override
  public Document handleCommand(
      Channel channel, String databaseName, String command, Document query) {
    String name = command.toLowerCase(Locale.ROOT);
    if (name.equals("hello") || name.equals("ismaster")) {
      // the library has one greeting
      return super.handleCommand(channel, databaseName, "ismaster", query)
          .append("helloOk", true)
          .append("isWritablePrimary", true)
          .append("readOnly", false);
    }
    if (name.equals("ping")) {
      // answered also while a change of structure keeps all others waiting
      return new Document("ok", 1.0);
    }
    if (command.equals(REFUSE)) {
      throw new MongoServerError(ErrorCode.BadValue, String.valueOf(query.get(REFUSE)));
    }
    UpdateRules.checkDepth(query);
    refuseUnkept(query);
    if (name.equals("find") || name.equals("getmore")) {
      // without one the library answers everything at once, or nothing
      query.putIfAbsent("batchSize", BATCH_SIZE);
    }
    return gate.run(
        CommandGate.Kind.of(command, query),
        () ->
            name.equals("listdatabases")
                ? listed()
                : super.handleCommand(channel, databaseName, command, query));
  }

  /** The databases: the library would open each one anew. */
  private Document listed() {
    List<Document> all =
        listDatabaseNames().stream()
            .sorted()
            .map(
                each -> new Document("name", each).append("empty", resolveDatabase(each).isEmpty()))
            .toList();
    return new Document("databases", all).append("ok", 1.0);
  }

  /** The command that is answered by a refusal, with its reason. */
  static Document refusal(UnkeptValue reason) {
    return new Document(REFUSE, reason.getMessage()).append("$db", "admin");
  }

  /** The library would list such an option, or not even that, and never act on it. */
  private static void refuseUnkept(Document options) {
    UNKEPT.forEach((option, what) -> refuseIf(options.containsKey(option), what));
    refuseIf(
        options.get("collation") instanceof Document collation
            && !"simple".equals(collation.get("locale")),
        "collations");
    refuseIf(
        Utils.isTrue(options.get("unique")) && options.containsKey("partialFilterExpression"),
        "unique indexes of some documents");
    for (String parts : List.of("indexes", "updates", "deletes")) {
      if (options.get(parts) instanceof List<?> all) {
        all.forEach(part -> refuseUnkept((Document) part));
      }
    }
  }

  private static void refuseIf(boolean isAskedFor, String what) {
    if (isAskedFor) {
      throw new MongoServerError(NOT_IMPLEMENTED, "NotImplemented", "this server has no " + what);
    }
  }

  @Override
  public QueryResult handleQuery(MongoQuery query) {
    return gate.run(CommandGate.Kind.DOCUMENTS, () -> super.handleQuery(query));
  }

  @Override
  public void close() {
    super.close();
    gate.close();
  }

  /**
   * The version of MongoDB whose wire protocol the server speaks: 4.4, the oldest that the current
   * drivers of Python (pymongo 4.20), Node.js (7.9) and Go (2.9) accept. Sessions, and with them
   * transactions of the server and retryable writes, are announced separately, and are not.
   */
  private record SpokenVersion(List<Integer> getVersionArray, int getWireVersion)
      implements MongoVersion {}
}
