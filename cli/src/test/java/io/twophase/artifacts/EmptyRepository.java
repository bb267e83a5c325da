package io.twophase.artifacts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.io.FileUtils;
import org.apache.commons.io.filefilter.IOFileFilter;
import org.apache.commons.io.filefilter.NameFileFilter;

/** A local repository with nothing but what a copy of this tree has installed into it. */
final class EmptyRepository {

  /** What is not of the tree: what is built, and what is under version control besides. */
  private static final IOFileFilter NOT_COPIED =
      new NameFileFilter("target", ".git", "twophase-data");

  private final Path tree;
  private final Path repository;

  private EmptyRepository(Path tree, Path repository) {
    this.tree = tree;
    this.repository = repository;
  }

  /** Installs a copy of {@code root}; the copy and the repository are in {@code folder}. */
  static EmptyRepository installed(Path root, Path folder) throws Exception {
    Path tree = Files.createDirectory(folder.resolve("tree"));
    copy(root, tree);
    EmptyRepository repository = new EmptyRepository(tree, folder.resolve("repository"));
    repository.maven(tree, "install", "-DskipTests");
    return repository;
  }

  /** Where the copy of the tree is. */
  Path tree() {
    return tree;
  }

  /** Runs Maven in a directory, with this repository, and answers what it said. */
  String maven(Path in, String... goals) throws IOException, InterruptedException {
    return run(in, true, goals);
  }

  /** The same, where it has to fail. */
  String failing(Path in, String... goals) throws IOException, InterruptedException {
    return run(in, false, goals);
  }

  private String run(Path in, boolean succeeds, String... goals)
      throws IOException, InterruptedException {
    Path log = in.resolve("maven.log");
    List<String> command =
        new ArrayList<>(
            List.of(
                tree.resolve("mvnw").toString(), "-B", "-ntp", "-Dmaven.repo.local=" + repository));
    command.addAll(List.of(goals));
    int exit =
        new ProcessBuilder(command)
            .directory(in.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    String said = Files.readString(log);
    assertThat(exit == 0).as(said).isEqualTo(succeeds);
    return said;
  }

  /** Copies a folder without what was built in it. */
  static void copy(Path from, Path to) throws IOException {
    FileUtils.copyDirectory(from.toFile(), to.toFile(), NOT_COPIED.negate());
  }
}
