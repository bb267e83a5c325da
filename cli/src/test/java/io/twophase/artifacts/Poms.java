package io.twophase.artifacts;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.NodeList;

/** The POMs of this tree. */
final class Poms {

  private static final Path ROOT = Path.of(System.getProperty("twophase.root"));

  private Poms() {}

  /** The folders of all modules. */
  static List<Path> modules() {
    return texts(ROOT.resolve("pom.xml"), "/project/modules/module").stream()
        .map(ROOT::resolve)
        .toList();
  }

  /** What the path leads to in a POM. */
  static List<String> texts(Path pom, String path) {
    try {
      File file = pom.toFile();
      NodeList found =
          (NodeList)
              XPathFactory.newInstance()
                  .newXPath()
                  .evaluate(
                      path,
                      DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file),
                      XPathConstants.NODESET);
      return IntStream.range(0, found.getLength())
          .mapToObj(at -> found.item(at).getTextContent().strip())
          .toList();
    } catch (Exception unreadable) {
      throw new AssertionError(pom + " is not to be read", unreadable);
    }
  }

  /** The same, where it leads to one text. */
  static String text(Path pom, String path) {
    List<String> all = texts(pom, path);
    if (all.size() != 1) {
      throw new AssertionError(path + " is " + all.size() + " times in " + pom);
    }
    return all.get(0);
  }

  /** The parent of all. */
  static Path parent() {
    return ROOT.resolve("pom.xml");
  }
}
