package io.twophase.bench.cost;

import io.vavr.control.Option;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;

/** What one command, with its answer, is charged. */
final class Bill {

  private final Map<Charge, Long> items = new EnumMap<>(Charge.class);
  private final IndexKeys indexKeys;

  /**
   * Nothing yet.
   *
   * @param indexKeys finds the keys of documents
   */
  Bill(IndexKeys indexKeys) {
    this.indexKeys = indexKeys;
  }

  /**
   * A statement, and the documents that it may be for.
   *
   * @param names those that it names, or that match
   */
  record Looked(Statement statement, Set<Documents.Name> names) {}

  Work work() {
    return new Work(items);
  }

  void add(Charge charge, long times) {
    items.merge(charge, times, Long::sum);
  }

  /** What the statements of a command look at. */
  void look(boolean isWrite, List<Looked> all, Map<Documents.Name, RawBsonDocument> before) {
    for (Looked each : all) {
      List<RawBsonDocument> there =
          each.names().stream().map(before::get).filter(document -> document != null).toList();
      long looked = Math.max(1, there.size());
      int predicates = each.statement().predicates();
      add(Charge.PREDICATE, predicates * looked);
      there.forEach(document -> add(Charge.ARRAY_ELEMENT, each.statement().elements(document)));
      if (isWrite) {
        add(Charge.UPDATE, looked);
        add(Charge.PLANNED_UPDATE, predicates > 0 ? looked : 0);
      }
    }
  }

  /** Documents that an insert has made. */
  void insert(List<SentCommand.Inserted> inserted, boolean isSeen) {
    add(Charge.INSERT, inserted.size());
    if (isSeen) {
      for (SentCommand.Inserted each : inserted) {
        BsonDocument document = each.document();
        add(Charge.BYTE_WRITTEN, Documents.size(Documents.raw(document)));
        add(
            Charge.INSERTED_KEY,
            indexKeys.changed(each.collection(), Option.none(), Option.some(document)));
      }
    }
  }

  /**
   * Documents that are other than they were.
   *
   * @param written how many writes the answer tells of; less than 0 if it does not tell
   */
  void change(
      List<Looked> all,
      long written,
      Map<Documents.Name, RawBsonDocument> before,
      Map<Documents.Name, RawBsonDocument> after,
      Set<Documents.Name> changed) {
    long named = 0;
    long bytes = 0;
    for (Documents.Name name : changed) {
      Option<RawBsonDocument> was = Option.of(before.get(name));
      Option<RawBsonDocument> is = Option.of(after.get(name));
      add(
          was.isEmpty() ? Charge.INSERTED_KEY : Charge.CHANGED_KEY,
          indexKeys.changed(name.collection(), was, is));
      List<Statement> by =
          all.stream().filter(each -> each.names().contains(name)).map(Looked::statement).toList();
      by.forEach(this::changeArrays);
      add(Charge.INSERT, was.isEmpty() && !by.isEmpty() ? 1 : 0);
      int times = Math.max(1, by.size());
      named += times;
      bytes += (long) times * is.map(Documents::size).getOrElse(0);
    }
    if (named > 0) {
      // of several statements on one document, some may have changed nothing
      add(Charge.BYTE_WRITTEN, written < 0 ? bytes : Math.round((double) bytes * written / named));
    }
  }

  /** What a statement does to arrays, where it changes its document. */
  void changeArrays(Statement statement) {
    add(Charge.ARRAY_CHANGE, statement.arrayChanges());
    add(Charge.CUT_ARRAY, statement.cutArrays());
  }
}
