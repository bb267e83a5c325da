package io.twophase.cli.documents;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * A sealed type or one of its cases, or an enum or one of its constants, as its Javadoc describes
 * it. A paragraph that begins with {@code Then:} says what a caller does; that of a type is the
 * paragraph of each case without one.
 *
 * @param kind its name on the wire
 * @param meaning the first sentence of its Javadoc
 * @param then what a caller does; empty if the Javadoc does not say
 * @param cases the records that implement it, or its constants, in the order of the source
 */
record Described(String kind, String meaning, String then, List<Described> cases) {

  private static final String THEN = "Then: ";
  private static final String OWN_KIND = "KIND";

  /** Reads the type of that name from its source. */
  static Described of(Path source, String type) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, List.of("-proc:none"), null, files.getJavaFileObjects(source));
      Finder finder = new Finder(DocTrees.instance(task), type);
      task.parse().forEach(unit -> finder.scan(new TreePath(unit), null));
      return finder.found();
    }
  }

  private static Described of(String kind, @Nullable String javadoc, List<Described> cases) {
    String text = javadoc == null ? "" : javadoc.split("(?m)^\\s*@\\w+ ", 2)[0];
    List<String> paragraphs = Stream.of(text.split("<p>|<ul>")).map(Described::plain).toList();
    String then =
        paragraphs.stream()
            .filter(paragraph -> paragraph.startsWith(THEN))
            .map(paragraph -> paragraph.substring(THEN.length()))
            .collect(Collectors.joining());
    return new Described(
        kind, Prose.sentencesOf(paragraphs.get(0)).findFirst().orElse(""), then, cases);
  }

  private static String plain(String javadoc) {
    return javadoc
        .replaceAll("\\{@code ([^}]*)}", "`$1`")
        .replaceAll("\\{@link(?:plain)? #?(?:\\w+[.#])*(\\w+)[^}]*}", "`$1`")
        .replaceAll("\\s+", " ")
        .strip();
  }

  private static final class Finder extends TreePathScanner<Void, Void> {

    private final DocTrees docs;
    private final String wanted;
    private @Nullable Described found;

    Finder(DocTrees docs, String wanted) {
      this.docs = docs;
      this.wanted = wanted;
    }

    Described found() {
      if (found == null) {
        throw new AssertionError("no type " + wanted);
      }
      return found;
    }

    @Override
    @SuppressWarnings("VoidUsed") // what is passed on is what came
    public @Nullable Void visitClass(ClassTree type, Void nothing) {
      if (!type.getSimpleName().contentEquals(wanted)) {
        return super.visitClass(type, nothing);
      }
      List<Described> cases =
          type.getMembers().stream()
              .map(member -> described(type, member))
              .flatMap(Collection::stream)
              .toList();
      found = Described.of(kind(type, wanted), docs.getDocComment(getCurrentPath()), cases);
      return null;
    }

    /** A case of {@code type}; nothing if the member is something else. */
    private List<Described> described(ClassTree type, Tree member) {
      String javadoc = docs.getDocComment(new TreePath(getCurrentPath(), member));
      if (member instanceof ClassTree nested && isCase(type, nested)) {
        String kind = kind(nested, kind(type, nested.getSimpleName().toString()));
        return List.of(Described.of(kind, javadoc, List.of()));
      }
      boolean isConstant =
          type.getKind() == Tree.Kind.ENUM
              && member instanceof VariableTree constant
              && constant.getInitializer() instanceof NewClassTree;
      return isConstant
          ? List.of(Described.of(title((VariableTree) member), javadoc, List.of()))
          : List.of();
    }

    private static boolean isCase(ClassTree type, ClassTree nested) {
      return nested.getKind() == Tree.Kind.RECORD
          && nested.getImplementsClause().stream()
              .anyMatch(
                  it ->
                      it.toString()
                          .replaceFirst("<.*", "")
                          .equals(type.getSimpleName().toString()));
    }

    private static String title(VariableTree constant) {
      return ((NewClassTree) constant.getInitializer())
          .getArguments().stream()
              .map(argument -> String.valueOf(((LiteralTree) argument).getValue()))
              .findFirst()
              .orElse(constant.getName().toString());
    }

    /** The constant {@code KIND} of the type, else {@code otherwise}. */
    private static String kind(ClassTree type, String otherwise) {
      List<String> own = new ArrayList<>();
      for (Tree member : type.getMembers()) {
        if (member instanceof VariableTree field && field.getName().contentEquals(OWN_KIND)) {
          own.add(String.valueOf(((LiteralTree) field.getInitializer()).getValue()));
        }
      }
      return own.isEmpty() ? otherwise : own.get(0);
    }
  }
}
