package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.bson.Document;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;

/** The effect of a command on the store, and so what must not run beside it. */
enum CommandKind {
  /** About the server and not the store: answered even when the store no longer is. */
  SERVER,
  /** Changes nothing, and runs beside everything but a change of structure. */
  READ,
  /** Changes documents, and may make a collection; runs beside reads and other writes. */
  WRITE,
  /** Changes the list of collections or indexes, or whole collections; runs alone. */
  RESTRUCTURE;

  private static final Set<String> READS =
      Set.of(
          "find",
          "getmore",
          "count",
          "distinct",
          "aggregate",
          "listcollections",
          "listindexes",
          "listdatabases",
          "collstats",
          "dbstats",
          "validate",
          "serverstatus");
  private static final Set<String> SERVERS = Set.of("buildinfo", "killcursors", "endsessions");
  private static final Set<String> RESTRUCTURINGS =
      Set.of("create", "createindexes", "dropindexes", "drop", "dropdatabase", "renamecollection");

  static CommandKind of(String command, Document body) {
    String name = command.toLowerCase(Locale.ROOT);
    if (SERVERS.contains(name)) {
      return SERVER;
    }
    if (RESTRUCTURINGS.contains(name) || (name.equals("aggregate") && writesAnswer(body))) {
      return RESTRUCTURE;
    }
    return READS.contains(name) ? READ : WRITE;
  }

  /** An aggregation ends in {@code $out} or {@code $merge}, alone or within a facet, to write. */
  private static boolean writesAnswer(Object part) {
    if (part instanceof Document document) {
      return document.containsKey("$out")
          || document.containsKey("$merge")
          || document.values().stream().anyMatch(CommandKind::writesAnswer);
    }
    return part instanceof Collection<?> parts
        && parts.stream().anyMatch(CommandKind::writesAnswer);
  }
}
