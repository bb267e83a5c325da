package io.twophase.cli.testing;

import java.nio.file.Files;
import java.nio.file.Path;

/** IBM's AMLSim sample, which is no part of this project and may lie beside it. */
public final class AmlSim {

  public static final Path FOLDER =
      Path.of(System.getProperty("twophase.root", "."))
          .resolveSibling("shared")
          .resolve("data/amlsim-20k-cycle");

  private AmlSim() {}

  public static boolean isHere() {
    return Files.isReadable(expectedBalances());
  }

  public static Path expectedBalances() {
    return FOLDER.resolve("expected-balances.csv");
  }

  /** The import of it, with its columns mapped. */
  public static String[] importing() {
    return new String[] {
      "--json",
      "import",
      "--accounts",
      FOLDER.resolve("nodes.csv").toString(),
      "--transfers",
      FOLDER.resolve("transactions.csv").toString(),
      "--columns",
      "id=nodeid,balance=init_balance,source=sourceNodeId,destination=targetNodeId,amount=value",
      "--currency",
      "USD"
    };
  }
}
